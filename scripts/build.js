console.log('build', process.version);
