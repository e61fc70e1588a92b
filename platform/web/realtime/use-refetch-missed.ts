import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { listenToPushes } from './pushes.ts'

/** After messages were missed for good, everything on screen is read anew, and what is hidden when it shows. */
export function useRefetchMissed(): void {
  const client = useQueryClient()
  useEffect(
    () =>
      listenToPushes(push => {
        if (push.kind === 'gap') void client.invalidateQueries()
      }),
    [client],
  )
}
