/** The files of a record, field by field. */
import { Empty } from 'antd'
import type { ListDefinition, Row, UploadedFile } from '../../declare/wire.ts'
import { FileItem } from '../files/file-item.tsx'
import '../files/files-control.css'
import { t } from '../i18n/t.ts'

export function RecordFiles({ definition, row }: { readonly definition: ListDefinition; readonly row: Row }) {
  const fields = definition.result.filter(one => one.kind === 'files')
  return fields.map(field => {
    const value = row[field.field]
    const files = Array.isArray(value) ? (value as readonly UploadedFile[]) : []
    return (
      <section key={field.field} className="zg-record-group" aria-label={field.title}>
        <h2>{field.title}</h2>
        {files.length === 0 ? (
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('没有文件')} />
        ) : (
          <ul className="zg-file-rows">
            {files.map(file => (
              <FileItem key={file.id} file={file} isTile={false} />
            ))}
          </ul>
        )}
      </section>
    )
  })
}
