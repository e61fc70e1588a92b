/** A confirmation goes on being sent, with its key, until it has an answer; it outlives a reload. Meanwhile nothing else is taken. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { api, ApiError } from '#platform/web/api/client.ts'
import { randomId } from '#platform/web/api/random-id.ts'

const againMs = 2_000
const stored = 'zg_floor_pending'

interface Pending {
  readonly path: string
  readonly body: Readonly<Record<string, unknown>>
}
const kept = (): Pending | null => {
  try {
    return JSON.parse(sessionStorage.getItem(stored) ?? 'null') as Pending | null
  } catch {
    // what is stored is not ours, or broken: nothing waits
    return null
  }
}
/** A 500 is an answer: nothing was written, and the same again says the same. */
const isUnanswered = (error: unknown): boolean => error instanceof ApiError && (error.status === 0 || error.status > 500)

export function useSentUntilAnswered<Answer>(onAnswer: (answer: Answer) => void, onRefused: (error: unknown) => void) {
  const [pending, setPending] = useState<Pending | null>(kept)
  const [isWaiting, setWaiting] = useState(false)
  const handlers = useRef({ onAnswer, onRefused })
  useEffect(() => {
    handlers.current = { onAnswer, onRefused }
  })
  useEffect(() => {
    if (pending === null) return
    let isOver = false
    let timer: number | undefined
    const end = (): void => {
      sessionStorage.removeItem(stored)
      setWaiting(false)
      setPending(null)
    }
    const send = async (): Promise<void> => {
      try {
        const answer = await api.write<Answer>(pending.path, pending.body, { quiet: true })
        if (isOver) return
        end()
        handlers.current.onAnswer(answer)
      } catch (error) {
        if (isOver) return
        if (isUnanswered(error)) {
          setWaiting(true)
          timer = window.setTimeout(() => void send(), againMs)
          return
        }
        end()
        handlers.current.onRefused(error)
      }
    }
    void send()
    return () => {
      isOver = true
      window.clearTimeout(timer)
    }
  }, [pending])
  const send = useCallback((path: string, body: Readonly<Record<string, unknown>>): void => {
    const one = { path, body: { ...body, key: randomId() } }
    sessionStorage.setItem(stored, JSON.stringify(one))
    setPending(one)
  }, [])
  return { send, isBusy: pending !== null, isWaiting }
}
