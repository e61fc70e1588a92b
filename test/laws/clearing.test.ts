/** antd names the button that clears a select or a text field in English, whatever the language (platform/web/widgets/clearable.tsx). */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
/** Their button is named by antd's locale. */
const named = /^(?:DatePicker|ColorPicker)/

/** Controls that are cleared by antd's own button. */
function bareIn(source: string): string[] {
  return [...source.matchAll(/(?<!\.)\ballowClear(?=[\s/>])/g)].flatMap(({ index }) => {
    const control = [...source.slice(0, index).matchAll(/<([A-Z][\w.]*)/g)].at(-1)?.[1] ?? ''
    return named.test(control) ? [] : [control]
  })
}

test('the law is seen when it is broken', () => {
  expect(bareIn('<Select\n  prefix={<span>币种</span>}\n  allowClear\n/>')).toEqual(['Select'])
  expect(bareIn('<Input.Search allowClear />')).toEqual(['Input.Search'])
  expect(bareIn('<Select allowClear={clearable()} /><ColorPicker allowClear />')).toEqual([])
})

test('no select or text field is cleared by a button with an English name', () => {
  const files = globSync('{platform/web,areas}/**/*.tsx', { cwd: root }).filter(file => !/\.test\.tsx$|\/(?:gallery|test)\//.test(file))
  expect(files.length).toBeGreaterThan(100)
  expect(files.flatMap(file => bareIn(readFileSync(join(root, file), 'utf8')).map(control => `${file}: ${control}`))).toEqual([])
})
