/** The page that turns the question of a list or report into SQL: its component is named by the composition root. */
import { useContext } from 'react'
import { ShellContext } from './shell-context.ts'

let component: string | null = null

export function registerQueryPage(next: string): void {
  component = next
}

type OpenQuery = (source: string, query: object) => void

/** Opens that page with a question; null where the person has no such page. */
export function useQueryPage(): OpenQuery | null {
  const shell = useContext(ShellContext)
  const menu = component === null ? undefined : shell?.routes.find(one => one.menu.component === component)?.menu
  if (shell === null || menu === undefined) return null
  return (source, query) => {
    const search = new URLSearchParams({ source, query: JSON.stringify(query) })
    shell.go(`${menu.path}?${search.toString()}`)
  }
}
