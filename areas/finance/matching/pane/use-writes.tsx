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

export function useWrites(): Writes {
  const client = useQueryClient()
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set())
  const [taken, setTaken] = useState<ReadonlyMap<string, string>>(new Map())
  const [offered, setOffered] = useState<{ readonly count: number } | null>(null)
  const done = useRef<Done[]>([])
  const chain = useRef<Promise<unknown>>(Promise.resolve())
  useEffect(() => {
    if (offered === null) return
    const timer = setTimeout(() => setOffered(null), offeredMs)
    return () => clearTimeout(timer)
  }, [offered])

  function after<T>(work: () => Promise<T>): Promise<T> {
    const result = chain.current.then(work)
    chain.current = result.catch(() => undefined)
    return result
  }
  const hide = (ids: readonly string[]): void => setGone(before => new Set([...before, ...ids]))
  const show = (ids: readonly string[]): void => setGone(before => new Set([...before].filter(id => !ids.includes(id))))
  const noteTaken: Writes['noteTaken'] = (lineId, who) =>
    setTaken(before => {
      const said = who === null ? undefined : whoOf(who)
      if (before.get(lineId) === said) return before
      const rest = [...before].filter(([id]) => id !== lineId)
      return new Map(said === undefined ? rest : [...rest, [lineId, said]])
    })
  const note = (one: Done): void => {
    done.current = [...done.current, one].slice(-keptMax)
    setOffered({ count: one.count })
  }

  /** Told by whom where somebody was first; anything else in its own words. */
  const refused = async (lines: readonly string[], error: ApiError): Promise<void> => {
    const answers = await Promise.all(
      lines.map(
        async id =>
          [
            id,
            await answered(
              () => askCandidates(client, id),
              () => Promise.resolve(),
            ),
          ] as const,
      ),
    )
    const first = answers.filter(([, answer]) => answer?.taken != null)
    for (const [id, answer] of first) if (answer?.taken != null) noteTaken(id, answer.taken)
    if (first.length === 0) feedback.error(error.msg)
  }

  return {
    gone,
    taken,
    offered: offered?.count ?? null,
    noteTaken,
    match({ path, body, lines, payments, keepsLines }) {
      const ids = [...lines.map(id => `line ${id}`), ...payments.map(id => `payment ${id}`)]
      if (!keepsLines) {
        hide(ids)
        // until it is told anew
        client.setQueriesData<OverviewAnswer>({ queryKey: overviewKey }, was =>
          was === undefined ? was : { ...was, open: Math.max(0, was.open - lines.length) },
        )
      }
      const made = after(async () => {
        const answer = await answered(
          () => api.write<{ matchIds?: readonly string[] }>(path, body, { quiet: true }),
          async error => {
            done.current = done.current.filter(one => one !== mine)
            setOffered(null)
            show(ids)
            await refused(lines, error)
          },
        )
        await readAnew(client, keepsLines && answer !== null)
        return answer?.matchIds ?? null
      })
      const mine: Done = { lines, payments, count: 1, matchIds: made }
      note(mine)
    },
    undo() {
      const last = done.current.pop()
      setOffered(null)
      if (last === undefined) return []
      const ids = [...last.lines.map(id => `line ${id}`), ...last.payments.map(id => `payment ${id}`)]
      void after(async () => {
        const matchIds = await last.matchIds
        if (matchIds === null) return
        const answer = await answered(
          () => api.write('/bankMatch/undoMatch', { ids: matchIds }, { quiet: true }),
          async error => feedback.error(error.msg),
        )
        if (answer !== null) show(ids)
        await readAnew(client, true)
      })
      return last.lines
    },
    noteMany(matchIds) {
      note({ lines: [], payments: [], count: matchIds.length, matchIds: Promise.resolve(matchIds) })
    },
  }
}
