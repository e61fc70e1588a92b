import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

/** JavaScript of a first load, in brotli kilobytes (1,000 bytes), from the manifest of the web build. */

interface Chunk {
  file: string
  isEntry?: boolean
  imports?: string[]
}
export type Manifest = Record<string, Chunk>

export interface FirstLoad {
  name: string
  /** Dynamic entries beside the main one that must be there before the page can be used. */
  entries: RegExp[]
  kilobytesMax: number
}

export const firstLoads: FirstLoad[] = [
  { name: '登录页', entries: [/^platform\/web\/shell\/login\/login-page\.tsx$/], kilobytesMax: 200 },
  {
    name: '首页',
    entries: [/^platform\/web\/shell\/shell\.tsx$/, /^web\/shell-parts\.ts$/, /\bhome(-page|\.page)\.tsx$/],
    kilobytesMax: 350,
  },
]

/** The chunk files that a first load fetches: the main entry, the named dynamic entries, and all they import statically. */
export function filesOf(manifest: Manifest, load: FirstLoad): string[] {
  const seen = new Set<string>()
  const follow = (key: string): void => {
    const chunk = manifest[key]
    if (!chunk || seen.has(key)) return
    seen.add(key)
    chunk.imports?.forEach(follow)
  }
  // A page that was renamed must not make the figure smaller in silence.
  const lost = load.entries.find(entry => !Object.keys(manifest).some(key => entry.test(key)))
  if (lost) throw new Error(`${load.name}：构建清单里没有 ${lost.source}，请更新 scripts/bundle-size.ts`)
  for (const [key, chunk] of Object.entries(manifest)) if (chunk.isEntry || load.entries.some(entry => entry.test(key))) follow(key)
  return [...new Set([...seen].map(key => manifest[key]?.file ?? '').filter(file => file.endsWith('.js')))]
}

/** Brotli kilobytes of each first load of a build folder. */
export function firstLoadSizes(folder: string): { name: string; kilobytes: number; kilobytesMax: number; files: string[] }[] {
  const path = join(folder, '.vite/manifest.json')
  if (!existsSync(path)) throw new Error('还没有构建网页，请先运行 npm start')
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as Manifest
  return firstLoads.map(load => {
    const files = filesOf(manifest, load)
    const bytes = files.reduce((sum, file) => sum + brotliCompressSync(readFileSync(join(folder, file))).length, 0)
    return { name: load.name, kilobytes: Math.round(bytes / 100) / 10, kilobytesMax: load.kilobytesMax, files }
  })
}

if (import.meta.main) {
  try {
    for (const { name, kilobytes, kilobytesMax, files } of firstLoadSizes(resolve(import.meta.dirname, '../dist/web'))) {
      const tooLarge = kilobytes > kilobytesMax
      console.log(
        `${name}首次加载脚本：${kilobytes} KB（brotli，上限 ${kilobytesMax} KB，${files.length} 个文件）${tooLarge ? '，超出上限' : ''}`,
      )
      if (tooLarge) process.exitCode = 1
    }
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
