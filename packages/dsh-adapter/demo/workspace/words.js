export const capitalize = (word) => word.charAt(0) + word.slice(1);
