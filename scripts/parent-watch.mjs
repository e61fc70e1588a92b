// Loaded before every script that bootstrap.mjs starts: when the starter is
// killed without being able to say so, this process asks itself to stop, in
// the same way a signal would, and leaves at the latest after `lateMs`.
const parent = process.ppid
const lateMs = 20_000

const timer = setInterval(() => {
  if (process.ppid === parent) return
  clearInterval(timer)
  process.kill(process.pid, 'SIGTERM')
  setTimeout(() => process.exit(1), lateMs).unref()
}, 500)
timer.unref()
