/** From a card to a page of the shell. */
import type { ReactNode } from 'react'
import { useShell } from '../page/shell-context.ts'

export function CardLink({ to, children }: { to: string; children: ReactNode }) {
  const { open } = useShell()
  return (
    <a
      href={to}
      onClick={event => {
        event.preventDefault()
        open(to)
      }}
    >
      {children}
    </a>
  )
}
