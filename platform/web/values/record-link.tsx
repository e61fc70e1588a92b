/** Links to the pages of records: there where the person has the page, else the words alone. */
import { useCallback, useContext, type MouseEvent, type ReactNode } from 'react'
import type { FieldDefinition, Row } from '../../declare/wire.ts'
import { asText } from '#platform/format/text.ts'
import { recordRouteOf, recordUrl } from '../page/record-routes.ts'
import { PageContext } from '../page/page-context.ts'
import { ShellContext } from '../page/shell-context.ts'

/** Address of the page of a record; null: the person has none of this list. `list`: query of the list that one comes from. */
export type UrlOfRecord = (type: string, id: string, list?: string | URLSearchParams) => string | null

const noPage: UrlOfRecord = () => null

/** The same function as long as the menus stay; nothing is linked outside the shell. */
export function useRecordUrls(): UrlOfRecord {
  const routes = useContext(ShellContext)?.routes
  const moduleId = useContext(PageContext)?.menu.moduleId ?? null
  const urlOf = useCallback<UrlOfRecord>(
    (type, id, list) => {
      const route = routes === undefined ? null : recordRouteOf(routes, type, moduleId)
      return route === null ? null : recordUrl(route, id, list)
    },
    [routes, moduleId],
  )
  return routes === undefined ? noPage : urlOf
}

/**
 * What one reference, or number with a page of its own, of a row leads to; null: nothing to open, or nothing that the person may see (it
 * has no label then).
 */
export function referenceUrl(field: FieldDefinition, row: Row, urlOf: UrlOfRecord): string | null {
  const value = row[field.field]
  if (field.opens !== undefined && field.kind !== 'reference')
    return typeof value === 'string' && value !== '' ? urlOf(field.opens, value) : null
  if (field.kind !== 'reference' || field.target === null) return null
  const label = row[`${field.field}Label`]
  if (value === null || value === undefined || value === '' || typeof label !== 'string' || label === '') return null
  const other = field.opens === undefined ? null : urlOf(field.opens, asText(value))
  if (other !== null) return other
  // by a natural key the record is named by it
  return urlOf(field.target, field.targetBy === undefined ? asText(value) : `${field.targetBy}:${asText(value)}`)
}

/** Another tab or window of the browser was asked for: its own business. */
const isElsewhere = (event: MouseEvent): boolean => event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0

interface RecordLinkProps {
  readonly url: string
  readonly className?: string
  /** in a cell, where the grid has the only tab stop */
  readonly isInCell?: boolean
  /** with the list of this very address, also where the record's tab is open already */
  readonly isExact?: boolean
  readonly onGo?: () => void
  readonly children: ReactNode
}

export function RecordLink({ url, className, isInCell = false, isExact = false, onGo, children }: RecordLinkProps) {
  const shell = useContext(ShellContext)
  return (
    <a
      href={url}
      {...(className === undefined ? {} : { className })}
      {...(isInCell ? { tabIndex: -1, draggable: false } : {})}
      onClick={event => {
        event.stopPropagation()
        if (shell === null || isElsewhere(event)) return
        event.preventDefault()
        onGo?.()
        if (isExact) shell.go(url)
        else shell.open(url)
      }}
    >
      {children}
    </a>
  )
}
