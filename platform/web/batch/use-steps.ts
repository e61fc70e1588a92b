import { useRef, useState } from 'react'
import { ApiError } from '../api/client.ts'

const isInvalidForm = (error: unknown): boolean => typeof error === 'object' && error !== null && 'errorFields' in error

export interface Steps {
  readonly busy: boolean
  /** what went wrong and belongs to no field */
  readonly problem: string | null
  setProblem(problem: string | null): void
  /** one step at a time, however often it is clicked */
  go(step: () => Promise<void>): Promise<void>
}

/** The steps of a dialog that asks first and acts then. `refused`: puts a refusal beside its fields; true: nothing is left to say. */
export function useSteps(failed: string, refused: (error: ApiError) => boolean): Steps {
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  // state is one render late: a second click within the same frame would pass
  const running = useRef(false)
  return {
    busy,
    problem,
    setProblem,
    async go(step) {
      if (running.current) return
      running.current = true
      setBusy(true)
      setProblem(null)
      try {
        await step()
      } catch (error) {
        if (isInvalidForm(error)) return
        if (error instanceof ApiError) {
          if (!refused(error)) setProblem(error.msg)
        } else {
          console.error(error)
          setProblem(failed)
        }
      } finally {
        running.current = false
        setBusy(false)
      }
    },
  }
}
