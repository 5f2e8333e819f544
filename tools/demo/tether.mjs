// Loaded into the demo's children with --import. Their IPC channel breaks when the demo ends, even by SIGKILL: then
// they stop too, so that no process is left.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
