// Preloaded into the program: both outputs are terminals that report this width. 0 means no width, as under
// `docker run -t` in CI.
for (const stream of [process.stdout, process.stderr]) {
  stream.isTTY = true;
  stream.columns = Number(process.env.WIDTH);
}
