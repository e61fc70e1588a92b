/**
 * Growth: the repository and a copy of it with 200 generated plain resources, which is about five times the areas there are. Ratios, not
 * seconds: what stands on both sides ran on the same machine, one after the other. `npm test -- --all` also checks types and runs tests in
 * both.
 */
import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../setup/database.ts'
import { isWhole } from '../setup/shapes.ts'
import { addResources, copyOfRepository } from './generated.ts'
import type { Measured } from './measure.ts'

const root = join(import.meta.dirname, '../..')
const count = 200
let copy: string
beforeAll(() => {
  copy = join(mkdtempSync(join(tmpdir(), 'zhanggui-grown-')), 'repository')
  copyOfRepository(copy)
  addResources(copy, count)
})
afterAll(() => rmSync(join(copy, '..'), { recursive: true, force: true }))

const run = promisify(execFile)
async function measured(folder: string): Promise<Measured> {
  const database = await testDatabase({ empty: true })
  try {
    const { stdout } = await run(process.execPath, ['--expose-gc', 'test/economy/measure.ts', database.ownerUrl, database.appUrl], {
      cwd: folder,
    })
    return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Measured
  } finally {
    await database.drop()
  }
}

test('it starts, serves a generated list, and what is tried of it by default grows with its shapes, not with its resources', async () => {
  const [before, after] = [await measured(root), await measured(copy)]
  console.info(JSON.stringify({ before, after }))
  expect(before.codes).toEqual([0, 0])
  expect(after.codes).toEqual([0, 0])
  expect(after.tables - before.tables).toBe(count)
  expect(after.routes - before.routes).toBeGreaterThan(5 * count)
  expect(after.routesTried / before.routesTried).toBeLessThan(2)
  expect(after.listsTried / before.listsTried).toBeLessThan(2)
  expect(after.startCpuMs / before.startCpuMs).toBeLessThan(2.5)
  expect(after.heapMb / before.heapMb).toBeLessThan(1.5)
})

/** What the compiler has counted: the same on every machine. */
function typesOf(folder: string): { types: number; instantiations: number; memoryKb: number } {
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  const said = execFileSync(
    process.execPath,
    [compiler, '-p', 'tsconfig.json', '--extendedDiagnostics', '--tsBuildInfoFile', join(copy, '..', `${folder === root}.tsbuildinfo`)],
    { cwd: folder, encoding: 'utf8' },
  )
  const figure = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(said)?.[1])
  return { types: figure('Types'), instantiations: figure('Instantiations'), memoryKb: figure('Memory used') }
}

test.runIf(isWhole)('its types are right, and checking them takes hardly more', () => {
  const [before, after] = [typesOf(root), typesOf(copy)]
  console.info(JSON.stringify({ before, after }))
  expect(after.types / before.types).toBeLessThan(1.3)
  expect(after.instantiations / before.instantiations).toBeLessThan(1.3)
  expect(after.memoryKb / before.memoryKb).toBeLessThan(1.3)
})

/** Seconds of some test files: houses of a few areas, migrations, and a law over all routes. */
function secondsOf(folder: string): number {
  const files = [
    'areas/admin/rights.test.ts',
    'platform/server/lists/options.test.ts',
    'test/laws/migrations.test.ts',
    'test/scope/hostile.test.ts',
  ]
  const began = performance.now()
  execFileSync(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...files], {
    cwd: folder,
    // one of each shape, as by default, in a run of its own
    env: { ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST'))), TEST_ALL: '' },
  })
  return (performance.now() - began) / 1_000
}

test.runIf(isWhole)('its tests pass, and take at most three times as long', () => {
  const [before, after] = [secondsOf(root), secondsOf(copy)]
  console.info(JSON.stringify({ before, after }))
  expect(after / before).toBeLessThan(3)
})
