import { spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isRunning } from '../platform/server/db/data-folder.ts'

const bootstrap = join(import.meta.dirname, 'bootstrap.mjs')
const watch = join(import.meta.dirname, 'parent-watch.mjs')

test('an unknown command names those there are', () => {
  const done = spawnSync(process.execPath, [bootstrap, 'nonsense'], { encoding: 'utf8' })
  expect(done.status).toBe(1)
  expect(done.stderr).toContain('没有命令 nonsense，可用的是：start、dev、test')
})

test('a Node that is too old is told so in both languages', () => {
  const pretend = "data:text/javascript,Object.defineProperty(process.versions, 'node', { value: '18.19.0' })"
  const done = spawnSync(process.execPath, ['--import', pretend, bootstrap, 'start'], { encoding: 'utf8' })
  expect(done.status).toBe(1)
  expect(done.stderr).toContain('Node.js 版本是 18.19.0，需要 20 或更新版本')
  expect(done.stderr).toContain('please install version 20 or newer')
})

test('a process whose starter was killed stops by itself, the orderly way', async () => {
  const child = `process.on('SIGTERM', () => { console.log('orderly'); process.exit(0) }); setInterval(() => {}, 1000); console.log('pid ' + process.pid)`
  const starter = `const { spawn } = require('node:child_process'); spawn(process.execPath, ['--import', ${JSON.stringify(watch)}, '-e', ${JSON.stringify(child)}], { stdio: 'inherit' })`
  const first = spawn(process.execPath, ['-e', starter], { stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  await new Promise<void>(done =>
    first.stdout.on('data', chunk => {
      output += String(chunk)
      if (output.includes('pid ')) done()
    }),
  )
  const pid = Number(/pid (\d+)/.exec(output)?.[1])
  expect(isRunning(pid)).toBe(true)
  const closed = new Promise(done => first.stdout.once('close', done))
  first.kill('SIGKILL')
  await closed
  expect(output).toContain('orderly')
})
