/** 批量修改: the selected rows, or all that match the filter. Not drawn where the list has no such call. */
import { Button } from 'antd'
import { Suspense, lazy, useState } from 'react'
import type { ListDefinition, ListQuery, Row } from '../../declare/wire.ts'
import { t } from '../i18n/t.ts'
import { withReload } from '../shell/page/chunk-load.ts'

const BatchEditDialog = lazy(withReload(() => import('./batch-edit-dialog.tsx')))

interface BatchEditButtonProps {
  readonly definition: ListDefinition
  readonly rows: readonly Row[]
  /** the filter as the list asks with it, without page and order */
  readonly query: ListQuery
  readonly onChanged: () => void
}

export function BatchEditButton({ definition, rows, query, onChanged }: BatchEditButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const items = definition.form.filter(item => definition.batchFields?.includes(item.field))
  if (definition.calls.batchUpdate === undefined || items.length === 0) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('批量修改')}</Button>
      {isOpen && (
        <Suspense fallback={null}>
          <BatchEditDialog
            title={definition.title}
            calls={definition.calls}
            items={items}
            rows={rows}
            query={query}
            onChanged={onChanged}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
