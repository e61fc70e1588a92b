/** A measured piece of work in a process of its own, so that memory and event loop are its alone. It answers one line of JSON. */
import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Where a child finds the database and the stored files. */
export interface Address {
  readonly appUrl: string
  readonly dataDir: string
}

const sampleEveryMs = 20
const mark = 'bench-answer '

/** Runs bench/<name> with a task and gives what it answered, once it has ended. */
export async function inChild<Task, Answer>(name: string, task: Task): Promise<Answer> {
  const child = spawn(process.execPath, [join(import.meta.dirname, name), JSON.stringify(task)], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise<void>(done => child.once('close', () => done()))
  const given = await readAnswer<Answer>(child)
  await ended
  return given
}

/** The first answer of a child that may go on running. */
export function readAnswer<Answer>(child: ChildProcess): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let printed = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      printed += String(chunk)
      const line = printed
        .split('\n')
        .slice(0, -1)
        .find(l => l.startsWith(mark))
      if (line !== undefined) resolve(JSON.parse(line.slice(mark.length)) as Answer)
    })
    child.once('close', code => reject(new Error(`a measured process ended with ${code} and no answer:\n${printed}`)))
  })
}

export const taskGiven = <Task>(): Task => JSON.parse(process.argv[2] ?? '{}') as Task
export const answer = (value: object): void => console.log(`${mark}${JSON.stringify(value)}`)

/** Peak resident bytes of this process with its threads: the kernel's own mark where there is one, else samples. */
export function watchMemory(): { peak(): number } {
  let sampled = process.memoryUsage.rss()
  const timer = setInterval(() => (sampled = Math.max(sampled, process.memoryUsage.rss())), sampleEveryMs)
  timer.unref()
  return {
    peak: () => {
      clearInterval(timer)
      const status = existsSync('/proc/self/status') ? /VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8')) : null
      return Math.max(sampled, Number(status?.[1] ?? 0) * 1024)
    },
  }
}
