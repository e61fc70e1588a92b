/** The place beside the title of a card, for what it says or offers there: a period, a switch. */
import { createContext, createElement, useContext, type ReactNode } from 'react'
import { createPortal } from 'react-dom'

export const HeadBeside = createContext<HTMLElement | null>(null)

export function InHead({ children }: { children: ReactNode }): ReactNode {
  const place = useContext(HeadBeside)
  return place === null ? createElement('p', null, children) : createPortal(children, place)
}
