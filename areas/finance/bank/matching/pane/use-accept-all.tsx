/** Accepts all that is sure, portion by portion; of a portion that is refused each line for itself, and what is refused then is left. */
import { useRef, useState } from 'react'
import { api, ApiError } from '#platform/web/api/client.ts'
import { askOverview } from './use-open-lines.tsx'

const portion = 20

async function accepted(ids: readonly string[]): Promise<{ matchIds: readonly string[]; left: number }> {
  try {
    const { matchIds = [] } = await api.write<{ matchIds?: readonly string[] }>('/bankReconcile/accept', { ids }, { quiet: true })
    return { matchIds, left: 0 }
  } catch (error) {
    // a right that was lost, or no server: the rest would be refused as well
    if (!(error instanceof ApiError) || (error.code !== 1002 && error.code !== 1004 && error.code !== 1009)) throw error
    if (ids.length === 1) return { matchIds: [], left: 1 }
  }
  const all: string[] = []
  let left = 0
  for (const id of ids) {
    const one = await accepted([id])
    all.push(...one.matchIds)
    left += one.left
  }
  return { matchIds: all, left }
}

export interface AcceptAll {
  readonly running: { readonly done: number; readonly of: number } | null
  stop(): void
  run(accountId: string | null, month: string | null): Promise<{ matchIds: readonly string[]; left: number; error: ApiError | null }>
}

export function useAcceptAll(): AcceptAll {
  const [running, setRunning] = useState<AcceptAll['running']>(null)
  const isStopped = useRef(false)
  return {
    running,
    stop() {
      isStopped.current = true
    },
    async run(accountId, month) {
      isStopped.current = false
      const matchIds: string[] = []
      let left = 0
      try {
        const { highIds = [] } = await askOverview(accountId, month, true)
        for (let at = 0; at < highIds.length && !isStopped.current; at += portion) {
          setRunning({ done: matchIds.length, of: highIds.length })
          const one = await accepted(highIds.slice(at, at + portion))
          matchIds.push(...one.matchIds)
          left += one.left
        }
        return { matchIds, left, error: null }
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        return { matchIds, left, error }
      } finally {
        setRunning(null)
      }
    },
  }
}
