/** Maps a kind of a statement that no mapping covers where it stands, by the dialog, the calls and the rights of the mapping page. */
import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { t } from '#platform/web/i18n/t.ts'
import { RowsFailed } from '#platform/web/values/list-notices.tsx'
import { useListDefinition } from '#platform/web/values/use-list-definition.ts'
import { useShell } from '#platform/web/page/shell-context.ts'
import { MappingDialog } from '../amazon/mapping-dialog.tsx'
import { useQueue, useRefreshQueue } from '../amazon/type-map-data.tsx'
import '../amazon/type-map.css'

const typeMap = '/finance/amazon/type-map'
/** Operation ids of the suite. */
const [addOperation, editOperation] = [1, 3]

interface MayMap {
  /** of the mapping page; null: he has none */
  readonly path: string | null
  readonly canAdd: boolean
  readonly canEdit: boolean
}

/** What the person may do on the mapping page. */
export function useMayMap(): MayMap {
  const { routes } = useShell()
  const menu = routes.find(one => one.menu.path === typeMap)?.menu
  const operations = menu?.meta.operations ?? []
  return { path: menu?.path ?? null, canAdd: operations.includes(addOperation), canEdit: operations.includes(editOperation) }
}

interface MapInPlaceProps {
  readonly kindId: string
  readonly may: MayMap
}

export function MapInPlace({ kindId, may }: MapInPlaceProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button type="link" size="small" onClick={() => setOpen(true)}>
        {t('映射')}
      </Button>
      {isOpen && <Dialog kindId={kindId} may={may} onClose={() => setOpen(false)} />}
    </>
  )
}

function Dialog({ kindId, may, onClose }: MapInPlaceProps & { readonly onClose: () => void }) {
  const queue = useQueue({ unmappedOnly: true, keyword: '', family: null, platform: null })
  const definition = useListDefinition('amazonTypeMap')
  const refreshQueue = useRefreshQueue()
  const client = useQueryClient()
  const items = definition.data?.result.find(one => one.field === 'item')?.keyValueList
  const error = queue.error ?? definition.error
  if (error !== null) return <RowsFailed error={error} onRetry={() => void Promise.all([queue.refetch(), definition.refetch()])} />
  if (queue.data === undefined || items === undefined) return <span role="status">{t('加载中')}</span>
  const refresh = (): void => {
    refreshQueue()
    void client.invalidateQueries({ queryKey: ['list', 'amazonSettlement'] })
  }
  const kind = queue.data.list.find(one => one.kindId === kindId)
  if (kind === undefined)
    return (
      <span role="status">
        {t('已由他人映射')}{' '}
        <Button type="link" size="small" onClick={refresh}>
          {t('重试')}
        </Button>
      </span>
    )
  return <MappingDialog kind={kind} items={items} canAdd={may.canAdd} canEdit={may.canEdit} onClose={onClose} onSaved={refresh} />
}
