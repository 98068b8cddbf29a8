"""What ties the views together: the token under the pointer is lit in all of them."""
