/**
 * What is done to lines: matched and taken back, one after the other. A line leaves the list at once and comes back where it was refused;
 * one that somebody else has matched says by whom.
 */
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { api, ApiError } from '#platform/web/api/client.ts'
import { feedback } from '#platform/web/api/feedback.ts'
import { t } from '#platform/web/i18n/t.ts'
import type { CandidatesAnswer, OverviewAnswer } from '../answers.ts'
import { askCandidates, candidatesKey, linesKey, overviewKey } from './use-open-lines.tsx'

export interface Matching {
  readonly path: '/bankReconcile/accept' | '/bankReconcile/match'
  readonly body: Readonly<Record<string, unknown>>
  readonly lines: readonly string[]
  readonly payments: readonly string[]
  /** a part of the lines stays open: the list is read anew */
  readonly keepsLines: boolean
}
interface Done {
  readonly lines: readonly string[]
  readonly payments: readonly string[]
  readonly count: number
  /** null: it was refused */
  readonly matchIds: Promise<readonly string[] | null>
}
export interface Writes {
  /** lines that left the list, and payments that are used */
  readonly gone: ReadonlySet<string>
  /** lines that somebody else has matched, and who */
  readonly taken: ReadonlyMap<string, string>
  /** what was done last, for as long as it is offered to be taken back */
  readonly offered: number | null
  match(matching: Matching): void
  /** the lines that are open again */
  undo(): readonly string[]
  /** notes what was done at once for many lines */
  noteMany(matchIds: readonly string[]): void
  noteTaken(lineId: string, taken: CandidatesAnswer['taken']): void
  /** reads all anew: what others took back is open again, only what is not written yet stays hidden */
  readAnew(): void
}
const offeredMs = 8_000
const keptMax = 50

const whoOf = ({ by, at }: NonNullable<CandidatesAnswer['taken']>): string =>
  by === '' ? t('已由他人勾对') : t('{by} {at} 已勾对', { by, at })

const readAnew = async (client: QueryClient, withLines: boolean): Promise<void> => {
  await Promise.all([candidatesKey, overviewKey, ...(withLines ? [linesKey] : [])].map(queryKey => client.invalidateQueries({ queryKey })))
}
async function answered<T>(work: () => Promise<T>, onRefused: (error: ApiError) => Promise<void>): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    await onRefused(error)
    return null
  }
}

const keysOf = ({ lines, payments }: Pick<Done, 'lines' | 'payments'>): string[] => [
  ...lines.map(id => `line ${id}`),
  ...payments.map(id => `payment ${id}`),
]

/** Lines that left the list with the payments they used, and those that somebody else has matched. */
function useMarks() {
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set())
  const [taken, setTaken] = useState<ReadonlyMap<string, string>>(new Map())
  const noteTaken: Writes['noteTaken'] = (lineId, who) =>
    setTaken(before => {
      const said = who === null ? undefined : whoOf(who)
      if (before.get(lineId) === said) return before
      const rest = [...before].filter(([id]) => id !== lineId)
      return new Map(said === undefined ? rest : [...rest, [lineId, said]])
    })
  return {
    gone,
    taken,
    noteTaken,
    hide: (keys: readonly string[]): void => setGone(before => new Set([...before, ...keys])),
    show: (keys: readonly string[]): void => setGone(before => new Set([...before].filter(key => !keys.includes(key)))),
    hideOnly: (keys: Iterable<string>): void => {
      setGone(new Set(keys))
      setTaken(new Map())
    },
  }
}

/** Offered to be taken back for eight seconds. */
function useOffer() {
  const [offered, setOffered] = useState<{ readonly count: number } | null>(null)
  useEffect(() => {
    if (offered === null) return
    const timer = setTimeout(() => setOffered(null), offeredMs)
    return () => clearTimeout(timer)
  }, [offered])
  return [offered?.count ?? null, (count: number | null): void => setOffered(count === null ? null : { count })] as const
}

/** One write after the other. */
function useQueue() {
  const last = useRef<Promise<unknown>>(Promise.resolve())
  return function after<T>(work: () => Promise<T>): Promise<T> {
    const result = last.current.then(work)
    // whoever asked for it is told by `result`; the next write begins all the same
    last.current = result.catch(() => undefined)
    return result
  }
}

/** Told by whom where somebody was first; anything else in its own words. */
async function tellRefused(client: QueryClient, lines: readonly string[], error: ApiError, note: Writes['noteTaken']): Promise<void> {
  const nothing = (): Promise<void> => Promise.resolve()
  const answers = await Promise.all(lines.map(async id => [id, await answered(() => askCandidates(client, id), nothing)] as const))
  const first = answers.flatMap(([id, answer]) => (answer?.taken == null ? [] : [[id, answer.taken] as const]))
  for (const [id, who] of first) note(id, who)
  if (first.length === 0) feedback.error(error.msg)
}

/** Until it is told anew. */
const countDown = (client: QueryClient, count: number): void =>
  void client.setQueriesData<OverviewAnswer>({ queryKey: overviewKey }, was =>
    was === undefined ? was : { ...was, open: Math.max(0, was.open - count) },
  )

export function useWrites(): Writes {
  const client = useQueryClient()
  const { hide, show, hideOnly, ...marks } = useMarks()
  const [offered, offer] = useOffer()
  const after = useQueue()
  const done = useRef<Done[]>([])
  /** of what is not written yet */
  const waiting = useRef(new Set<string>())
  const note = (one: Done): void => {
    done.current = [...done.current, one].slice(-keptMax)
    offer(one.count)
  }
  return {
    ...marks,
    offered,
    match({ path, body, lines, payments, keepsLines }) {
      const keys = keysOf({ lines, payments })
      if (!keepsLines) {
        hide(keys)
        for (const key of keys) waiting.current.add(key)
        countDown(client, lines.length)
      }
      const made = after(async () => {
        const send = () => api.write<{ matchIds?: readonly string[] }>(path, body, { quiet: true })
        const answer = await answered(send, async error => {
          done.current = done.current.filter(one => one !== mine)
          offer(null)
          show(keys)
          await tellRefused(client, lines, error, marks.noteTaken)
        })
        for (const key of keys) waiting.current.delete(key)
        await readAnew(client, keepsLines && answer !== null)
        return answer?.matchIds ?? null
      })
      const mine: Done = { lines, payments, count: 1, matchIds: made }
      note(mine)
    },
    undo() {
      const last = done.current.pop()
      offer(null)
      if (last === undefined) return []
      void after(async () => {
        const ids = await last.matchIds
        if (ids === null) return
        const send = () => api.write<object>('/bankMatch/undoMatch', { ids }, { quiet: true })
        const answer = await answered(send, async error => feedback.error(error.msg))
        if (answer !== null) show(keysOf(last))
        await readAnew(client, true)
      })
      return last.lines
    },
    readAnew() {
      // nothing is written while it is read
      void after(async () => {
        await client.invalidateQueries({ queryKey: ['bankMatching'] })
        hideOnly(waiting.current)
      })
    },
    noteMany(matchIds) {
      note({ lines: [], payments: [], count: matchIds.length, matchIds: Promise.resolve(matchIds) })
    },
  }
}
