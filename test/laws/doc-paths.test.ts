/** What the documents call a file is one: by its whole path, or from one of the folders below; a name alone belongs to some file. */
import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { basename, join, posix } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
/** Folders from which a shorter path is read. */
const from = ['', 'platform/', 'platform/server/', 'platform/web/', 'areas/', 'areas/finance/', 'areas/admin/', 'test/']
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8', maxBuffer: 1e8 })
  .split('\n')
  .filter(Boolean)
const known = new Set(files)
const names = new Set(files.map(file => basename(file)))

const isFile = (path: string): boolean => {
  if (/[<>{}*…]/.test(path)) return true
  if (!path.includes('/')) return names.has(path)
  return from.some(folder => known.has(posix.normalize(`${folder}${path}`)))
}

const documents = globSync('{docs/**/*.md,*.md}', { cwd: root })

test('every file that a document names is there', () => {
  expect(documents.length).toBeGreaterThan(5)
  const missing = documents.flatMap(document =>
    [...readFileSync(join(root, document), 'utf8').matchAll(/`([\w#./<>{}*…-]+\.(?:ts|tsx|mjs|css|sql|tsv))`/g)]
      .map(([, path = '']) => path.replace(/^#/, ''))
      // the example of docs/adding-a-resource.md is no file of the repository
      .filter(path => !path.endsWith('_unit_of_measure.sql') && !isFile(path))
      .map(path => `${document}: ${path}`),
  )
  expect([...new Set(missing)]).toEqual([])
})

test('every file that a comment names with its folder is there', () => {
  const sources = files.filter(
    file => /^(areas|platform|web|scripts|bench|test)\/.*\.(ts|tsx|mjs)$/.test(file) && !file.startsWith('test/laws/'),
  )
  let found = 0
  const missing = sources.flatMap(file =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/^\s*(?:\/\*\*|\*|\/\/)(.*)$/gm)]
      .flatMap(([, comment = '']) => [...comment.matchAll(/(?<![\w#./-])([\w-]+(?:\/[\w.-]+)+\.tsx?)\b/g)])
      .flatMap(([, path = '']) => {
        found += 1
        return isFile(path) ? [] : [`${file}: ${path}`]
      }),
  )
  expect(found).toBeGreaterThan(20)
  expect([...new Set(missing)]).toEqual([])
})
