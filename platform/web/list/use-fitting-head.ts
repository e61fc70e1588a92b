/**
 * The title line of a page whose tools leave its name no room: first the switch of views shows its signs alone, then the tools that have
 * one, then they stand below. Set before anything is painted, so that nothing moves.
 */
import { useLayoutEffect, useRef, type RefObject } from 'react'

const levels = ['zg-head-short', 'zg-head-signs', 'zg-head-below'] as const

const isCut = (node: Element | null): boolean => node !== null && node.scrollWidth > node.clientWidth

export function fitHead(head: HTMLElement): void {
  head.classList.remove(...levels)
  for (const level of levels) {
    const title = head.firstElementChild
    if (title === null || !(isCut(title) || isCut(title.querySelector('h1')))) return
    head.classList.add(level)
  }
}

/** Fits again when the width or what stands in the line changes. */
export function useFittingHead(): RefObject<HTMLElement | null> {
  const head = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const node = head.current
    if (node === null) return
    fitHead(node)
    // the title's own room changes where tools grow without a change of their elements (fonts, styles that come late)
    const resized = new ResizeObserver(() => fitHead(node))
    for (const one of [node, node.firstElementChild]) if (one !== null) resized.observe(one)
    const changed = new MutationObserver(() => fitHead(node))
    changed.observe(node, { childList: true, subtree: true, characterData: true })
    return () => {
      resized.disconnect()
      changed.disconnect()
    }
  }, [])
  return head
}
