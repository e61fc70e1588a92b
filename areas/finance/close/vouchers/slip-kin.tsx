/** 冲销关系: versions of its number, what it reverses and what reverses it. */
import { Empty, Tag } from 'antd'
import type { FieldDefinition } from '#platform/declare/wire.ts'
import { showExact } from '#platform/format/numbers.ts'
import { t } from '#platform/web/i18n/t.ts'
import type { PaperKin } from './answers.ts'
import { isRed } from './slip-words.tsx'
import { VoucherLink } from './voucher-link.tsx'

const says: Readonly<Record<PaperKin['how'], () => string>> = {
  newer: () => t('重新生成的凭证'),
  older: () => t('以前的版本'),
  reversal: () => t('冲销它的红字凭证'),
  reversed: () => t('它冲销的凭证'),
}

export function SlipKin({ kin, states }: { readonly kin: readonly PaperKin[]; readonly states: FieldDefinition | undefined }) {
  if (kin.length === 0) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('没有替换，也没有冲销')} />
  return (
    <div className="zg-slip-scroll">
      <table className="zg-slip-kin">
        <thead>
          <tr>
            <th scope="col">{t('关系')}</th>
            <th scope="col">{t('凭证号')}</th>
            <th scope="col">{t('版本')}</th>
            <th scope="col">{t('日期')}</th>
            <th scope="col">{t('状态')}</th>
            <th scope="col" data-figure>
              {t('借方')}
            </th>
          </tr>
        </thead>
        <tbody>
          {kin.map(one => (
            <tr key={one.id}>
              <td>{says[one.how]()}</td>
              <td>
                <VoucherLink to={one} />
              </td>
              <td>{one.edition}</td>
              <td>{one.day}</td>
              <td>
                <Tag>{states?.keyValueList.find(({ value }) => String(value) === String(one.state))?.label ?? one.state}</Tag>
              </td>
              <td data-figure data-red={isRed(one.debit) || undefined}>
                {showExact(one.debit)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
