/** Every question goes through one place (widgets/confirm.tsx), and nothing that deletes is a primary button. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const place = 'platform/web/widgets/confirm.tsx'
const sources = ['platform/web', 'areas', 'web']
  .flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(name => `${folder}/${name.replaceAll('\\', '/')}`),
  )
  .filter(file => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && file !== place)
  .map(file => ({ file, code: readFileSync(join(root, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '') }))

const filesWith = (pattern: RegExp): string[] => sources.filter(({ code }) => pattern.test(code)).map(({ file }) => file)

test('no question past the one place', () => {
  expect(filesWith(/\bPopconfirm\b|\bModal\.(?:confirm|warning|error)\(|\bmodal\.confirm\(/)).toEqual([])
})

test('what deletes is neither primary nor takes the focus', () => {
  // one opening tag, or one object of properties of a button
  const tag = /<Button\b(?=[^>]*\bdanger\b(?!=\{false\}))(?=[^>]*type="primary")[^>]*>/
  const object = /\{(?=[^{}]*\bdanger: true)(?=[^{}]*type: 'primary')[^{}]*\}/
  expect([...filesWith(tag), ...filesWith(object)]).toEqual([])
  expect(filesWith(/okButtonProps=\{\{(?=[^}]*\bdanger\b)(?![^}]*type: 'default')/)).toEqual([])
  expect(filesWith(/autoFocusButton/)).toEqual([])
})

test('the one place loses nothing by Enter', () => {
  const code = readFileSync(join(root, place), 'utf8')
  expect(code).toContain("const losing: ButtonProps = { danger: true, type: 'default' }")
  expect(code).toContain("autoFocusButton: 'cancel'")
})
