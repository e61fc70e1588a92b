import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { freePort } from '#platform/server/base/free-port.ts'
import { root } from './run-step.ts'

/**
 * `npm run dev`: one address for the browser. Vite serves the pages and swaps
 * changed modules in place; what belongs to the server is passed on to a server
 * on an inner port that restarts when one of its files changes.
 */

const inner = await freePort()
const port = process.env['PORT'] ?? '8000'
process.env['DEV_SERVER'] = `http://127.0.0.1:${inner}`

console.log('正在启动开发环境')
const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', join(root, 'server.ts')], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, PORT: String(inner), HOST: '127.0.0.1' },
})
const { createServer: createVite } = await import('vite')
const vite = await createVite({ root, configFile: join(root, 'vite.config.ts') })
try {
  await vite.listen()
  console.log(`开发地址：http://127.0.0.1:${port}（修改文件后自动更新，Ctrl-C 停止）`)
} catch (error) {
  const taken = (error as Error).message.includes('in use')
  console.error(taken ? `端口 ${port} 已被占用。请停止占用它的程序，或用 PORT 指定另一个端口。` : error)
  server.kill('SIGTERM')
  process.exitCode = 1
}

let stopping = false
async function stop(): Promise<void> {
  if (stopping) return
  stopping = true
  if (server.exitCode === null) {
    const ended = new Promise(done => server.once('exit', done))
    server.kill('SIGTERM')
    await ended
  }
  await vite.close()
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop())
server.once('exit', () => void stop())
