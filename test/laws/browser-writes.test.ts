/**
 * What a page changes it sends by `api.write`, which carries an Idempotency-Key: sent twice, it is done once. `api.post` is for calls that
 * read. Which of them a call is says the server (`isWrite`).
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { areas } from '#areas/index.ts'
import { isWrite } from '#platform/server/http/mount.ts'
import { withHouseAreas } from '#platform/server/open-house.ts'
import { registryOf } from '#platform/server/registry-of.ts'

const root = join(import.meta.dirname, '../..')
const { routes } = registryOf(withHouseAreas(areas))
const posts = routes.filter(({ method }) => method === 'POST')

/** Writes that are sent as reads all the same: what they note is the same however often it arrives. */
const exceptions: Readonly<Record<string, string>> = {
  '/userTab/save': 'the last state counts, and one that equals an earlier one must not be taken for its repetition',
  '/manager/managerToRead': 'answers the letter, and notes that it was read',
  '/bbsTopic/view': 'answers the topic, and notes that it was read',
  '/listField/paste': 'the preview, which writes nothing',
  '/auditTrail/restore': 'the preview, which writes nothing',
  '/performance/sendSalemanPerformanceRanking': 'the preview, which sends nothing',
}
/** Files whose path is an argument or comes from a declaration: what they read. */
const byArgument: Readonly<Record<string, string>> = {
  'platform/web/values/call.ts': 'reading calls of a declaration; what changes goes through `change` there',
  'platform/web/values/use-list-definition.ts': 'the description of a list',
  'platform/web/realtime/use-changed-by.ts': 'that a record stands open: said again every minute, and closing may follow opening at once',
  'platform/web/home/common-menu.ts': 'the pinned modules and pages',
  'platform/web/shell/prefetch-shell.ts': 'the reading calls of page/first-paths.ts',
  'platform/web/shell/tabs/stored-tabs.ts': 'the tabs of a person',
  'platform/web/upload/use-layout.ts': 'a guessed layout, which is kept by another call',
  'areas/admin/back-office/back-office-page.tsx': 'reading calls of the back office',
  'areas/culture/news/readers.page.tsx': 'who has read, of news or of notices',
  'areas/mailbox/use-mail.tsx': 'the boxes of either side',
}

const closing: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '<': '>' }
/** From an opening bracket to behind its closing one. */
function behind(code: string, start: number): number {
  const [open, close] = [code[start] ?? '', closing[code[start] ?? '']]
  for (let at = start, depth = 0; at < code.length; at++) {
    if (code[at] === open) depth += 1
    if (code[at] === close && code[at - 1] !== '=') depth -= 1
    if (depth === 0) return at + 1
  }
  return code.length
}

/** The first argument of each reading POST of a source. */
function asked(code: string): string[] {
  return [...code.matchAll(/\b(?:api|prefetch)\s*\.post\b/g)].map(found => {
    let at = found.index + found[0].length
    if (code[at] === '<') at = behind(code, at)
    return code.slice(at + 1, behind(code, at) - 1).trim()
  })
}

/** The paths that an argument can be; null: it is not told by the source. */
function pathsOf(argument: string, code: string): readonly string[] | null {
  const [, literal] = /^(['"`][^'"`]*['"`])/.exec(argument) ?? []
  const name = /^(\w+)\s*(?:,|$)/.exec(argument)?.[1]
  const kept = name === undefined ? undefined : new RegExp(`\\bconst ${name} = (['"\`][^'"\`]*['"\`])`).exec(code)?.[1]
  const text = (literal ?? kept)?.slice(1, -1)
  if (text === undefined) return null
  const pattern = new RegExp(`^${text.replaceAll('.', '\\.').replaceAll(/\$\{[^}]*\}/g, '[^/]+')}$`)
  return posts.map(({ path }) => path).filter(path => pattern.test(path))
}

const sources = globSync(['areas/**/*.{ts,tsx}', 'platform/web/**/*.{ts,tsx}', 'web/**/*.{ts,tsx}'], { cwd: root })
  .map(file => file.replaceAll('\\', '/'))
  .filter(file => !/\.test\.tsx?$/.test(file) && !file.startsWith('platform/web/gallery/'))
const told = sources.flatMap(file => {
  const code = readFileSync(join(root, file), 'utf8')
  return asked(code).map(argument => ({ file, argument: argument.split(/[\n,]/)[0] ?? '', paths: pathsOf(argument, code) }))
})
const writes = new Set(posts.filter(isWrite).map(({ path }) => path))

describe('a page', () => {
  test('sends what it changes by api.write', () => {
    const wrong = told.flatMap(({ file, argument, paths }) =>
      (paths ?? []).filter(path => writes.has(path) && !Object.hasOwn(exceptions, path)).map(path => `${file}: ${argument} is ${path}`),
    )
    expect(wrong).toEqual([])
  })

  test('asks a call that is there, by a path that its source tells', () => {
    expect(told.filter(({ paths }) => paths?.length === 0)).toEqual([])
    const untold = told.filter(({ paths }) => paths === null).map(({ file }) => file)
    expect([...new Set(untold)].toSorted()).toEqual(
      Object.keys(byArgument)
        .filter(file => untold.includes(file))
        .toSorted(),
    )
  })

  test('has no exception that is used nowhere', () => {
    const used = new Set(told.flatMap(({ paths }) => paths ?? []))
    expect(Object.keys(exceptions).filter(path => !used.has(path) || !writes.has(path))).toEqual([])
    expect(Object.keys(byArgument).filter(file => !told.some(one => one.file === file && one.paths === null))).toEqual([])
  })
})

test('what is read here', () => {
  const code =
    "const at = '/x/list'\napi.post<A<B>>(at, {}); api\n .post(`/x/${what}`, f({})); api.post('/y', { a: () => 1 }); api.write('/z')"
  expect(asked(code)).toEqual(['at, {}', '`/x/${what}`, f({})', "'/y', { a: () => 1 }"])
  expect(told.length).toBeGreaterThan(100)
})

test('no call says that it writes where its method or verb says it', () => {
  // of letters and topics whose author is sealed, reading counts as well: the request log names nobody
  const said = routes.filter(route => route.write === true && route.resource?.sealedAuthor === undefined)
  const alone = ({ write: _write, ...route }: (typeof said)[number]): boolean => isWrite(route)
  expect(said.filter(route => alone(route) && route.verb !== 'thread').map(({ method, path }) => `${method} ${path}`)).toEqual([])
})
