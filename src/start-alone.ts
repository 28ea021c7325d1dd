/** The program as `start` loads it: `scripts/build.js` bundles it without the other commands, in fewer files. */
import './main.ts';
