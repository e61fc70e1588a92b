/** Heads of a template's columns. Pure, and by itself: who reads a filled template needs none of what writes one. */

/** Mark of a required column behind its title; readers of filled templates take it off with templateTitle. */
export const REQUIRED_MARK = ' *'

/** The title as declared, of a head that a template shows. */
export function templateTitle(head: string): string {
  return head.trim().replace(/\s*\*$/, '')
}
