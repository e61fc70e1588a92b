/** Editing a record: the dialog opens at once and reads the whole record first, as a list row may be old or lack fields of the form. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Row } from '../../declare/wire.ts'
import { RowsFailed, RowsLoading } from '../values/list-notices.tsx'
import { openItems } from '../values/row-steps.ts'
import { TabModal } from '../page/tab-modal.tsx'
import { formWidth } from './form-item.tsx'
import { FormModal, type FormModalProps } from './form-modal.tsx'
import { formStatus } from './form-values.ts'

interface EditModalProps extends Omit<FormModalProps, 'row' | 'status' | 'draft' | 'watch' | 'isStill'> {
  /** list type of the record */
  readonly type: string
  readonly id: string
  readonly load: () => Promise<Row>
}

/** What comes sooner opens whole, without an empty dialog before it. */
const showAfterMs = 300

/** Whether it has been waited for so long; stays true. */
function useLate(isWaiting: boolean): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (!isWaiting) return
    const timer = setTimeout(() => setLate(true), showAfterMs)
    return () => clearTimeout(timer)
  }, [isWaiting])
  return isLate
}

export function EditModal({ type, id, load, ...form }: EditModalProps) {
  const { data, error, refetch } = useQuery({
    // another than that of the record's page, which has no lines
    queryKey: ['edit', type, id],
    queryFn: load,
    // each opening reads anew; a record that is being edited is not exchanged under the hands
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    throwOnError: false,
  })
  const isLate = useLate(data === undefined)
  if (data !== undefined)
    return (
      <FormModal
        {...form}
        items={openItems(form.items, data)}
        status={formStatus.edit}
        row={data}
        draft={`${type}.${id}`}
        watch={{ type, id }}
        isStill={isLate}
      />
    )
  if (!isLate && error === null) return null
  return (
    <TabModal className="zg-form-modal" title={form.title} open footer={null} width={formWidth(form.items)} onCancel={form.onClose}>
      {error === null ? <RowsLoading /> : <RowsFailed error={error} onRetry={() => void refetch()} />}
    </TabModal>
  )
}
