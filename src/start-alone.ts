/** The program as `start` loads it: `scripts/build-program.js` bundles it without the other commands, in fewer files. */
import './main.ts';
