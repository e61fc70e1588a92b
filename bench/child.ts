/** A measured piece of work in a process of its own, so that memory and event loop are its alone. It answers one line of JSON. */
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Where a child finds the database and the stored files. */
export interface Address { readonly appUrl: string; readonly dataDir: string }

const sampleEveryMs = 20
const mark = 'bench-answer '

/** Runs bench/<name> with a task and gives what it answered. */
export async function inChild<Task, Answer>(name: string, task: Task): Promise<Answer> {
  const child = spawn(process.execPath, [join(import.meta.dirname, name), JSON.stringify(task)], { stdio: ['ignore', 'pipe', 'inherit'] })
  let printed = ''
  child.stdout.on('data', (chunk: Buffer) => (printed += String(chunk)))
  const code = await new Promise<number | null>((done) => child.once('close', done))
  const line = printed.split('\n').find((l) => l.startsWith(mark))
  if (code !== 0 || line === undefined) throw new Error(`${name} ended with ${code}:\n${printed}`)
  return JSON.parse(line.slice(mark.length)) as Answer
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
