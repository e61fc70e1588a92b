import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

test('every dependency is explained in docs/dependencies.md, and nothing else is', () => {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<
    string,
    Record<string, string>
  >
  const used = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies })
  const page = readFileSync(join(root, 'docs/dependencies.md'), 'utf8')
  const items = (page.split('## Formats')[0] ?? '').replaceAll(/\n +/g, ' ').matchAll(/^- .+$/gm)
  // names in front of a licence or a colon, several of one reason with commas between
  const explained = [...items].flatMap(([item]) =>
    [...item.matchAll(/(?:^- |\. )((?:`[^`]+`(?:, )?)+)(?: \([\w.-]+\))?:/g)].flatMap(([, names = '']) =>
      [...names.matchAll(/`([^`]+)`/g)].map(([, name]) => name),
    ),
  )
  expect(new Set(explained)).toEqual(new Set(used))
})

test('every version is exact', () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<
    string,
    Record<string, string>
  >
  expect(
    Object.entries({ ...dependencies, ...devDependencies }).filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)),
  ).toEqual([])
})

test('the lock holds every platform package that a package names', () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { optionalDependencies?: Record<string, string> }>
  }
  const names = new Set(Object.keys(packages).map(path => path.replace(/^.*node_modules\//, '')))
  const missing = Object.values(packages).flatMap(entry => Object.keys(entry.optionalDependencies ?? {}).filter(name => !names.has(name)))
  expect(missing).toEqual([])
})
