import { join } from 'node:path'
import { expect, test } from 'vitest'
import { compileHint, filesOfSteps, stepGroups, steps } from './web-chunks.ts'

const root = join(import.meta.dirname, '..')
const at = (path: string): string => join(root, path)
const listPage = at('platform/web/list/list-page.tsx')
const antd = '/x/node_modules/antd/es/index.js'
const part = (name: string): string => `/x/node_modules/antd/es/${name}/index.js`
const chinese = '/x/node_modules/rc/locale/zh_CN.js'

/** A program of one module for each root, which needs what is said here; the rest needs nothing. */
function program(needs: Readonly<Record<string, { imports: readonly string[]; code?: string }>>) {
  return {
    getModuleInfo: (id: string) => {
      const one = needs[id]
      return { importedIds: one?.imports ?? [], code: one?.code ?? null }
    },
  }
}
const list = {
  imports: [part('button'), part('table')],
  code: "export { default as Button } from './button';\nexport { default as Table } from './table';",
}

test('what a step needs stands in its file, unless an earlier one has it; packages apart from our own', () => {
  const files = filesOfSteps(
    root,
    program({
      [at('web/early-requests.ts')]: { imports: ['/x/first.ts'] },
      [at('web/main.tsx')]: { imports: [at('web/early-requests.ts'), '/x/own.ts', '/x/node_modules/react/index.js', chinese] },
      [at('platform/web/shell/shell.tsx')]: {
        imports: ['/x/own.ts', '/x/bars.ts', '/x/node_modules/query/index.js', '/x/node_modules/rc/locale/de.js'],
      },
    }),
  )
  expect(Object.fromEntries(files)).toEqual({
    // asked for by no name: the file holds where it begins, too
    [at('web/early-requests.ts')]: 'ahead',
    '/x/first.ts': 'ahead',
    '/x/own.ts': 'start',
    '/x/node_modules/react/index.js': 'react',
    [chinese]: 'start-packages',
    '/x/bars.ts': 'shell',
    '/x/node_modules/query/index.js': 'shell-packages',
  })
})

test('what home and lists both need comes with the shell: neither asks for a file of the other', () => {
  const files = filesOfSteps(
    root,
    program({
      [at('platform/web/home/home-page.tsx')]: { imports: ['/x/both.ts', '/x/home.ts'] },
      [listPage]: { imports: ['/x/both.ts', '/x/list.ts'] },
    }),
  )
  expect(Object.fromEntries(files)).toMatchObject({ '/x/both.ts': 'shell', '/x/home.ts': 'home', '/x/list.ts': 'list' })
})

test("of a package's list only the parts that are named are needed", () => {
  const files = filesOfSteps(
    root,
    program({
      [antd]: list,
      [at('web/main.tsx')]: { imports: [antd], code: 'import { Button as B } from "antd"' },
      [at('platform/web/list/list-page.tsx')]: { imports: [antd], code: "import { Button, Table } from 'antd'" },
    }),
  )
  expect([...files].slice(1)).toEqual([
    [part('button'), 'start-packages'],
    [part('table'), 'list-packages'],
  ])
})

test('taken in another way the whole list is needed: never a file before what it needs', () => {
  const files = filesOfSteps(
    root,
    program({ [antd]: list, [at('web/main.tsx')]: { imports: [antd], code: "import * as all from 'antd'" } }),
  )
  expect([...files.values()]).toEqual(['ahead', ...Array.from({ length: 3 }, () => 'start-packages')])
})

test('a root that is gone is named; each file has its group, the earlier ones first', () => {
  expect(() => filesOfSteps(root, { getModuleInfo: () => null })).toThrow('web/early-requests.ts')
  const priorities = stepGroups(root, 30).map(({ debugName, priority }) => [debugName, priority] as const)
  expect(priorities[0]?.[0]).toBe('react')
  expect(priorities).toHaveLength(1 + 2 * steps.length)
  expect(priorities.every(([, priority], index) => index === 0 || priority < (priorities[index - 1]?.[1] ?? 0))).toBe(true)
})

test('only files of the first steps are compiled while they arrive', () => {
  expect(compileHint('react')).toBe('//# allFunctionsCalledOnLoad')
  for (const name of ['echarts', 'editor', 'list-packages', 'scheme-dialog']) expect(compileHint(name)).toBe('')
})
