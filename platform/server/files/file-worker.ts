/** Worker thread that reads and draws files of strangers: one task after another, each answered by one message. */
import { parentPort } from 'node:worker_threads'
import { folded } from '#platform/format/found-at.ts'
import { addGrams } from '#platform/format/grams.ts'
import { aboutFile, drawPage, type About, type Stamp } from './draw-page.ts'
import { NoFont } from './page-font.ts'
import { pagesOf, stateOf, type Unreadable } from './read-pages.ts'

export type FileTask =
  | { readonly do: 'read'; readonly path: string }
  | { readonly do: 'about'; readonly path: string; readonly asPages: boolean }
  | { readonly do: 'draw'; readonly path: string; readonly page: number; readonly stamp: Stamp | null }
export interface ReadText {
  readonly state: 'read' | 'part' | 'empty' | Unreadable['state']
  readonly pages: readonly string[]
  readonly grams: readonly string[]
}
export type FileAnswer = ReadText | About | { readonly jpeg: Uint8Array } | { readonly failed: Unreadable['state'] | 'again' | 'font' }

const [pagesMax, charactersMax, gramsMax] = [3_000, 4_000_000, 400_000]

async function read(path: string): Promise<ReadText> {
  const [pages, grams]: [string[], Set<string>] = [[], new Set()]
  let characters = 0
  let isCut = false
  for await (const page of pagesOf(path)) {
    isCut = pages.length >= pagesMax || characters >= charactersMax || grams.size >= gramsMax
    if (isCut) break
    // eslint-disable-next-line no-control-regex
    const body = folded(
      page
        .toWellFormed()
        .replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f]/gu, ' ')
        .slice(0, charactersMax),
    )
    characters += body.length
    addGrams(body, grams)
    pages.push(body)
  }
  const isEmpty = pages.every(page => page.trim() === '')
  return { state: isEmpty ? 'empty' : isCut ? 'part' : 'read', pages: isEmpty ? pages.map(() => '') : pages, grams: [...grams] }
}

async function answerTo(task: FileTask): Promise<FileAnswer> {
  try {
    if (task.do === 'read') return await read(task.path)
    return task.do === 'about' ? await aboutFile(task.path, task.asPages) : { jpeg: await drawPage(task.path, task.page, task.stamp) }
  } catch (error) {
    if (error instanceof NoFont) return { failed: 'font' }
    // a disk, a limit of the machine: nothing of the file
    return { failed: error instanceof Error && 'syscall' in error ? 'again' : stateOf(error) }
  }
}

// what a library throws where nobody waits for it comes of the file
process.on('uncaughtException', () => parentPort?.postMessage({ failed: 'broken' } satisfies FileAnswer))
parentPort?.on('message', (task: FileTask) => void answerTo(task).then(answer => parentPort?.postMessage(answer)))
