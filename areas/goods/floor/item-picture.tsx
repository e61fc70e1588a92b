/** The picture of an item, so large that it is known at arm's length. */
import { PictureOutlined } from '@ant-design/icons'
import { callUrl } from '#platform/web/api/request.ts'

export const ItemPicture = ({ file, name }: { file: string | null; name: string }) =>
  file === null ? (
    <span className="zg-floor-picture">
      <PictureOutlined aria-hidden />
    </span>
  ) : (
    <img className="zg-floor-picture" src={callUrl('/fileUpload/down2', { id: file, w: 240 })} alt={name} />
  )
