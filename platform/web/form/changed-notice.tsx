import { Alert } from 'antd'
import { t } from '../i18n/t.ts'
import { useChangedBy } from '../realtime/use-changed-by.ts'

/** Says, while a record stands open, that another person has changed it; saving then shows what. */
export function ChangedNotice({ type, id }: { type: string; id: string }) {
  const by = useChangedBy(type, id)
  if (by === null) return null
  return <Alert type="warning" showIcon title={t('{name}刚刚修改了这条记录，保存时可以核对差异', { name: by })} />
}
