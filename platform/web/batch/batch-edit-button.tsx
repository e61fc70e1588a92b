/** 批量修改: the selected rows, or all that match the filter. Not drawn where the list has no such call. */
import { Button, Modal } from 'antd'
import { showNumber } from '#platform/format/numbers.ts'
import { Suspense, lazy, useState } from 'react'
import type { ListDefinition, ListQuery, Row } from '../../declare/wire.ts'
import { t } from '../i18n/t.ts'
import { askFirst } from '../widgets/confirm.tsx'
import { withReload } from '../page/chunk-load.ts'

const BatchEditDialog = lazy(withReload(() => import('./batch-edit-dialog.tsx')))

interface BatchEditButtonProps {
  readonly definition: ListDefinition
  readonly rows: readonly Row[]
  /** the filter as the list asks with it, without page and order */
  readonly query: ListQuery
  /** records that the filter finds; absent: not known yet */
  readonly total: number | undefined
  readonly onChanged: () => void
}

export function BatchEditButton({ definition, rows, query, total, onChanged }: BatchEditButtonProps) {
  const [modal, questions] = Modal.useModal()
  const [isOpen, setOpen] = useState(false)
  const items = definition.form.filter(item => definition.batchFields?.includes(item.field))
  if (definition.calls.batchUpdate === undefined || items.length === 0) return null
  // without a selection all that the filter finds is meant: nobody must learn that from the result
  const begin = (): void => {
    if (rows.length > 0) return setOpen(true)
    askFirst(modal, {
      loses: false,
      title: t('没有选中任何行，要修改全部符合筛选的 {n} 条数据吗？', { n: showNumber(String(total ?? 0)) }),
      content: t('只想修改其中几行时，请先在表格里勾选。'),
      okText: t('修改全部 {n} 条', { n: showNumber(String(total ?? 0)) }),
      onOk: () => setOpen(true),
    })
  }
  return (
    <>
      {questions}
      <Button disabled={rows.length === 0 && !total} onClick={begin}>
        {t('批量修改')}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <BatchEditDialog
            definition={definition}
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
