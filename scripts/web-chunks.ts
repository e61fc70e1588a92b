/**
 * Which files the browser's program is cut into. Left to itself the bundler makes one of each set of pages that share something: 190 files
 * for a list, six of which a browser fetches at a time. So what each step of the way to a list needs is one file of packages and one of our
 * own; a step never needs a later one. What only other pages use is shared by the pages that use it.
 */

import { realpathSync } from 'node:fs'
import { join } from 'node:path'

interface ModuleOf {
  readonly importedIds: readonly string[]
  readonly code: string | null
}

/** The part of the bundler's module graph that is asked. */
export interface Modules {
  getModuleInfo(id: string): ModuleOf | null
}

interface Step {
  readonly name: string
  /** where it begins; these stay files of their own, by whose names the build's list of files knows them */
  readonly roots: readonly string[]
  /** its roots stand in the file with what they need: no step is asked for by their names */
  readonly isWhole?: boolean
  /** what all later steps need comes with it: a list needs no file of the home page */
  readonly takesShared?: boolean
}

/** In the order in which they are needed. */
export const steps: readonly Step[] = [
  { name: 'ahead', roots: ['web/early-requests.ts'], isWhole: true },
  // the shell needs all of the sign-in page's packages as well: two files instead of four
  { name: 'start', roots: ['web/main.tsx', 'platform/web/shell/login/login-page.tsx'] },
  { name: 'shell', roots: ['platform/web/shell/shell.tsx', 'web/shell-parts.ts', 'platform/web/theme/messages.tsx'], takesShared: true },
  { name: 'home', roots: ['platform/web/home/home-page.tsx'] },
  { name: 'list', roots: ['platform/web/list/list-page.tsx'] },
]

const posix = (id: string): string => id.replaceAll('\\', '/')
const isPackage = (id: string): boolean => posix(id).includes('/node_modules/')
/**
 * Words of the packages in a language stay with that language, the Chinese ones with the first step: parts of the packages fall back on
 * them.
 */
const chinese = 'start'
const isLocale = (id: string): boolean => isPackage(id) && posix(id).includes('locale')
const isReact = (id: string): boolean => /\/node_modules\/(?:react|react-dom|scheduler|react-router)\//.test(posix(id))

/** Lists of a package's parts, of which only those that are named are taken; followed whole, the first step would hold all of antd. */
const lists: readonly { readonly name: string; readonly file: RegExp }[] = [
  { name: 'antd', file: /\/node_modules\/antd\/es\/index\.js$/ },
  { name: '@ant-design/icons', file: /\/node_modules\/@ant-design\/icons\/es\/index\.js$/ },
]

/** `import { A, B as C } from 'package'` in built code, and `export { default as A } from './a'`. */
const importsOf = (name: string): RegExp => new RegExp(`import\\s*{([^}]*)}\\s*from\\s*["']${name}["']`, 'g')
const parts = /export\s*{\s*default as (\w+)\s*}\s*from\s*["']\.\/([\w/-]+?)(?:\.js)?["']/g

/** Files of a list's parts by their names; a list may lead to another. */
function partsOf(modules: Modules, list: string): Map<string, string> {
  const found = new Map<string, string>()
  const { importedIds, code } = modules.getModuleInfo(list) ?? { importedIds: [], code: null }
  const folder = posix(list).replace(/[^/]+$/, '')
  for (const [, name = '', path = ''] of (code ?? '').matchAll(parts)) {
    const id = importedIds.find(one => [`${folder}${path}/index.js`, `${folder}${path}.js`].includes(posix(one)))
    if (id !== undefined) found.set(name, id)
  }
  const inner = importedIds.find(id => posix(id) === `${folder}icons/index.js`)
  return inner === undefined ? found : new Map([...found, ...partsOf(modules, inner)])
}

/** What a module needs itself; of the lists only the parts it names. */
function neededBy(modules: Modules, id: string, partsOfList: (list: string) => Map<string, string>): readonly string[] {
  const { importedIds, code } = modules.getModuleInfo(id) ?? { importedIds: [], code: null }
  return importedIds.flatMap(one => {
    const list = lists.find(({ file }) => file.test(posix(one)))
    if (list === undefined) return [one]
    const names = [...(code ?? '').matchAll(importsOf(list.name))].flatMap(([, text = '']) =>
      text.split(',').map(name => name.trim().split(/\s+as\s+/)[0] ?? ''),
    )
    const ids = names.filter(name => name !== '').map(name => partsOfList(one).get(name))
    // taken in another way: all of it
    return names.length > 0 && ids.every(found => found !== undefined) ? ids : [one]
  })
}

/** Everything a module needs before it can run, itself included. */
function closureOf(modules: Modules, roots: readonly string[]): Set<string> {
  const seen = new Set<string>()
  const open = [...roots]
  const known = new Map<string, Map<string, string>>()
  const partsOfList = (list: string): Map<string, string> => {
    const found = known.get(list) ?? partsOf(modules, list)
    known.set(list, found)
    return found
  }
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (seen.has(id)) continue
    seen.add(id)
    open.push(...neededBy(modules, id, partsOfList))
  }
  return seen
}

/** File of each module on the way to a list, by module. */
export function filesOfSteps(folder: string, modules: Modules): Map<string, string> {
  const files = new Map<string, string>()
  const roots = new Set<string>()
  const needs = steps.map(({ roots: paths, isWhole = false }) => {
    const own = paths.map(path => posix(realpathSync(join(folder, path))))
    for (const root of own) {
      // a page that was renamed must not undo the cut in silence
      if (modules.getModuleInfo(root) === null) throw new Error(`找不到 ${root}，请更新 scripts/web-chunks.ts`)
      if (!isWhole) roots.add(root)
    }
    return closureOf(modules, own)
  })
  for (const [at, { name, takesShared = false }] of steps.entries()) {
    const [next = new Set<string>(), ...later] = takesShared ? needs.slice(at + 1) : []
    const shared = later.reduce((all, one) => all.intersection(one), next)
    for (const id of [...(needs[at] ?? []), ...shared]) {
      if (files.has(id) || roots.has(id) || (name !== chinese && isLocale(id))) continue
      files.set(id, isReact(id) ? 'react' : isPackage(id) ? `${name}-packages` : name)
    }
  }
  return files
}

/** Names of the files, each before those that need it. */
const files = ['react', ...steps.flatMap(({ name }) => [`${name}-packages`, name])]

/**
 * As groups of the bundler, above `priority`. One each, because a group takes along what its modules need: what an earlier file has must be
 * gone by then.
 */
export function stepGroups(folder: string, priority: number) {
  let fileOf: Map<string, string> | null = null
  return files.map((file, at) => ({
    name(id: string, modules: Modules): string | null {
      fileOf ??= filesOfSteps(folder, modules)
      return fileOf.get(id) === file ? file : null
    },
    debugName: file,
    priority: priority + files.length - at,
  }))
}

/**
 * Files of which so much is called before anything can be used that all of it is compiled while it arrives, beside the page's thread. Left
 * alone the thread itself compiles some 2,000 functions one by one as they are first called, a fifth of its work until the home page
 * stands.
 */
const calledAtOnce: ReadonlySet<string> = new Set([
  'react',
  'start-packages',
  'start',

  'shell-packages',
  'shell',
  'home',
  'list',
])

/** First line of a file; browsers that don't know it read a comment. */
export const compileHint = (file: string): string => (calledAtOnce.has(file) ? '//# allFunctionsCalledOnLoad' : '')
