/** What the pages of the back office share: their frame, their questions to the server, the choice of a data scope. */
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { Select } from 'antd'
import type { ReactNode } from 'react'
import { api } from '#platform/web/api/client.ts'
import { feedback } from '#platform/web/api/feedback.ts'
import { t } from '#platform/web/i18n/t.ts'
import { ReferenceSelect } from '#platform/web/list/reference-select.tsx'
import { RowsFailed, RowsLoading } from '#platform/web/list/list-notices.tsx'
import { isPageFailure } from '#platform/web/shell/page/error-boundary.tsx'
import { usePage } from '#platform/web/shell/page/page-context.ts'
import '#platform/web/list/list.css'
import './office.css'

/** Title line with its tools, and the page below. */
export function OfficePage({ tools, children }: { tools?: ReactNode; children: ReactNode }) {
  const { menu } = usePage()
  return (
    <section className="zg-list" aria-label={menu.meta.title}>
      <header className="zg-list-head">
        <h1>{menu.meta.title}</h1>
        <div className="zg-list-tools">{tools}</div>
      </header>
      {children}
    </section>
  )
}

/** A read by POST; asked again with every other body. */
export function useOffice<Data>(path: string, body: object | null = {}): UseQueryResult<Data> {
  return useQuery({
    queryKey: ['office', path, body],
    queryFn: ({ signal }) => api.post<Data>(path, body ?? {}, { signal, quiet: true }),
    enabled: body !== null,
    throwOnError: (error, one) => isPageFailure(error, one.state.data !== undefined),
  })
}

/** Everything the back office has asked is asked again. */
export function useRefreshOffice(): () => void {
  const client = useQueryClient()
  return () => void client.invalidateQueries({ queryKey: ['office'] })
}

/** Loading, failed, or what was asked. */
export function Asked<Data>({ of, children }: { of: UseQueryResult<Data>; children: (data: Data) => ReactNode }) {
  if (of.data !== undefined) return children(of.data)
  return of.isError ? <RowsFailed error={of.error} onRetry={() => void of.refetch()} /> : <RowsLoading />
}

export const saved = (): void => feedback.success(t('已保存'))

/** Codes of the data scope (specification 1, section 3). */
export const scopeOptions = (): { value: number; label: string }[] => [
  { value: 0, label: t('本人') },
  { value: 1, label: t('本部及下级部门') },
  { value: 2, label: t('指定部门') },
  { value: 3, label: t('所有') },
]
export const namedScope = 2

export interface ScopeChoice {
  readonly dataScope: number
  readonly namedDeptIds: readonly string[]
}

/** A data scope; with 指定部门 its departments beside it. `none`: what stands where no scope is chosen. */
export function ScopeSelect(props: {
  readonly label: string
  readonly value: ScopeChoice | null
  readonly none?: string
  readonly disabled?: boolean
  readonly onChange: (value: ScopeChoice | null) => void
}) {
  const { label, value, none, disabled = false, onChange } = props
  return (
    <span className="zg-office-row">
      <Select
        aria-label={label}
        style={{ width: 170 }}
        disabled={disabled}
        value={value?.dataScope ?? null}
        allowClear={none !== undefined}
        placeholder={none}
        options={scopeOptions()}
        onChange={(next: number | null | undefined) =>
          onChange(next === null || next === undefined ? null : { dataScope: next, namedDeptIds: value?.namedDeptIds ?? [] })
        }
      />
      {value?.dataScope === namedScope && (
        <ReferenceSelect
          aria-label={t('指定部门')}
          style={{ minWidth: 220 }}
          target="department"
          multiple
          disabled={disabled}
          value={value.namedDeptIds}
          placeholder={t('选择部门')}
          onChange={ids => onChange({ ...value, namedDeptIds: ids })}
        />
      )}
    </span>
  )
}
