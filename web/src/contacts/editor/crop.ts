// The section of a picture: a square of it, placed by its centre and scaled. All positions are parts of the picture,
// so that they do not depend on the size of the screen.

/** The longest side of a stored picture. */
const PICTURE_SIZE = 512;
const QUALITY = 0.88;

export interface Crop {
  /** Centre of the section, from 0 to 1 of the width and of the height. */
  x: number;
  y: number;
  /** 1: the largest square that the picture has; 4: a quarter of its side. */
  zoom: number;
}

export interface Size {
  width: number;
  height: number;
}

export const WHOLE: Crop = { x: 0.5, y: 0.5, zoom: 1 };
export const MOST_ZOOM = 5;

/** The section within the picture: it never leaves it. */
export function clampCrop(crop: Crop, size: Size): Crop {
  const zoom = Math.max(1, Math.min(crop.zoom, MOST_ZOOM));
  const side = Math.min(size.width, size.height) / zoom;
  const half = { x: side / 2 / size.width, y: side / 2 / size.height };
  const within = (value: number, margin: number) => Math.max(margin, Math.min(value, 1 - margin));
  return { zoom, x: within(crop.x, half.x), y: within(crop.y, half.y) };
}

/** The square of the picture in its own pixels. */
export function squareOf(crop: Crop, size: Size): { left: number; top: number; side: number } {
  const { x, y, zoom } = clampCrop(crop, size);
  const side = Math.min(size.width, size.height) / zoom;
  return { left: x * size.width - side / 2, top: y * size.height - side / 2, side };
}

export function drawCrop(canvas: HTMLCanvasElement, picture: ImageBitmap, crop: Crop): void {
  const { left, top, side } = squareOf(crop, picture);
  const context = canvas.getContext('2d');
  if (!context) return;
  context.imageSmoothingQuality = 'high';
  // Pictures with transparent parts get a white ground, because JPEG has none.
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, left, top, side, side, 0, 0, canvas.width, canvas.height);
}

/** The section as a JPEG file of at most 512 pixels. */
export function cropToFile(picture: ImageBitmap, crop: Crop): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = Math.min(PICTURE_SIZE, Math.round(squareOf(crop, picture).side));
  canvas.height = canvas.width;
  drawCrop(canvas, picture, crop);
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The picture cannot be encoded.'))),
      'image/jpeg',
      QUALITY,
    ),
  );
}
