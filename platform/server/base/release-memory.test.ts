/** What a busy minute took is given back when the process rests, not while it works. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isWorthReleasing } from './release-memory.ts'

const mb = 1024 ** 2

test.each([
  [0.01, 500 * mb, 250 * mb, true],
  [0.3, 500 * mb, 250 * mb, false],
  [0.01, 280 * mb, 250 * mb, false],
])('busy for %d of the time, %d bytes, %d after the last rest: %s', (busy, now, last, worth) => {
  expect(isWorthReleasing(busy, now, last)).toBe(worth)
})

test('a process that rests gives back what it no longer needs', () => {
  const module = JSON.stringify(join(import.meta.dirname, 'release-memory.ts'))
  const script = `
    import { releaseMemory } from ${module}
    const resting = releaseMemory(500)
    let kept = []
    for (let n = 0; n < 3_000_000; n += 1) kept.push({ n, text: 'row ' + n })
    const busy = process.memoryUsage.rss()
    kept = []
    for (let n = 0; n < 40 && process.memoryUsage.rss() > busy * 0.6; n += 1) await new Promise(done => setTimeout(done, 250))
    resting.stop()
    console.log(JSON.stringify({ busy, rested: process.memoryUsage.rss() }))`
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
  const { busy, rested } = JSON.parse(stdout || `{"busy":0,"rested":"${stderr.length}"}`) as { busy: number; rested: number }
  expect(busy).toBeGreaterThan(200 * mb)
  expect(rested).toBeLessThan(busy * 0.6)
})
