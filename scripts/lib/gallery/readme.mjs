export async function takeReadmePictures() {
  throw new Error('not yet');
}
