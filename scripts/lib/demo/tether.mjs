// Loaded into the demo's children with --import. Their IPC channel breaks when the demo is gone, whatever killed it: then
// they end as if they had been asked to, so that nothing stays behind.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
