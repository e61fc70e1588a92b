/** What a page knows about itself: usePage(). */
import { createContext, useContext, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { observable } from '../api/observable.ts'
import type { MenuNode } from './profile.ts'

export interface PageInfo {
  readonly menu: MenuNode
  /** key of the tab it stands in */
  readonly tabKey: string
  /** query values of the menu entry itself, which stay in the address whatever the page adds */
  readonly query: Readonly<Record<string, string>>
  /** operation ids the person may use here */
  readonly operations: readonly number[]
  /** whether all of these operations may be used here; a control that needs none is always there */
  can(...operationIds: readonly number[]): boolean
  /** the tab's own element for pop-ups, which is hidden together with the page */
  container(): HTMLElement
  /** names the tab after the document it shows */
  setTitle(title: string): void
}

/** `can` of a page with these operations: a control that needs several is there with all of them only (specification, section 6). */
export const canWith =
  (operations: readonly number[]): PageInfo['can'] =>
  (...needed) =>
    needed.every(id => operations.includes(id))

export const PageContext = createContext<PageInfo | null>(null)

/**
 * Whether the page shows: known by its effects, which a hidden page has not. No value of the context, because then every part of a page
 * would be drawn anew with each change of tab.
 */
export function useIsShown(): boolean {
  const [shown] = useState(() => observable(true))
  useLayoutEffect(() => {
    shown.set(true)
    return () => shown.set(false)
  }, [shown])
  return useSyncExternalStore(shown.subscribe, shown.get)
}

/** The page this component stands on. */
export function usePage(): PageInfo {
  const page = useContext(PageContext)
  if (page === null) throw new Error('usePage is called outside a page')
  return page
}
